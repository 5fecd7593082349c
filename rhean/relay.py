"""Redis between several processes: what one of them publishes, the hubs of all the others deliver.

Redis may vanish and come back. While it is away viewers of the same process are told all the same; what could not be
sent is owed and sent later; a listener that finds Redis again has its viewers read once more, since it may have
missed something.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from typing import Any, Protocol

import redis
import redis.asyncio
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger("rhean.live")

CHANNEL = "rhean.live"
PATIENCE = 0.5  # seconds that a request may wait for Redis
LONGEST_WAIT = 5.0  # seconds between two tries to find Redis again
HEARTBEAT = 10.0  # seconds of silence after which the listener asks whether Redis is still there


class Receiver(Protocol):
    def deliver(self, topic: str, version: int) -> None: ...
    def deliver_drop(self, topic: str, user_id: str, now: float) -> None: ...
    def nudge(self) -> None: ...


class Relay:
    """Sends to Redis from any thread, and listens in the event loops that have viewers."""

    def __init__(self, url: str, receiver: Receiver) -> None:
        self.url = url
        self.receiver = receiver
        self.lock = threading.Lock()
        self.owed: dict[str, list[Any]] = {}
        self.listeners: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
        self.client = redis.Redis.from_url(
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
        )

    def send(self, topic: str, version: int) -> None:
        self.owe(topic, ["changed", topic, version])
        self.settle()

    def send_drop(self, topic: str, user_id: str) -> None:
        self.owe(f"{topic} {user_id}", ["drop", topic, user_id])
        self.settle()

    def owe(self, key: str, message: list[Any]) -> None:
        with self.lock:
            self.owed[key] = message

    def settle(self) -> None:
        """Send all that is owed; what Redis does not take stays owed."""
        with self.lock:
            due = list(self.owed.items())
        for key, message in due:
            try:
                self.client.publish(CHANNEL, json.dumps(message))
            except (RedisError, OSError) as problem:
                log.warning("Redis does not answer; other processes hear of this later (%s).", problem)
                return
            with self.lock:
                if self.owed.get(key) is message:
                    del self.owed[key]

    def listen(self) -> None:
        """Make sure that the running loop listens."""
        loop = asyncio.get_running_loop()
        with self.lock:
            self.listeners = {other: task for other, task in self.listeners.items() if not other.is_closed()}
            if loop not in self.listeners:
                self.listeners[loop] = loop.create_task(self.keep_listening(), name="rhean-live-relay")

    async def keep_listening(self) -> None:
        """Listen for ever, with a growing but capped wait between tries."""
        wait = 0.1
        while True:
            client = redis.asyncio.Redis.from_url(self.url, socket_connect_timeout=PATIENCE, health_check_interval=0)
            try:
                async with client, client.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    wait = 0.1
                    await self.hear(pubsub)
            except (RedisError, OSError) as problem:
                log.warning("Redis is away, trying again (%s).", problem)
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def hear(self, pubsub: redis.asyncio.client.PubSub) -> None:
        """Deliver what comes in; ping after a silence, and give up when the ping is not answered either."""
        pinged = False
        while True:
            message = await pubsub.get_message(timeout=HEARTBEAT)
            if message is None:
                if pinged:
                    raise redis.exceptions.ConnectionError("no answer to a ping")
                await pubsub.ping()
                await asyncio.to_thread(self.settle)
            elif message["type"] == "subscribe":
                self.receiver.nudge()
                await asyncio.to_thread(self.settle)
            elif message["type"] == "message":
                self.receive(json.loads(message["data"]))
            pinged = message is None

    def receive(self, message: list[Any]) -> None:
        kind, topic, value = message
        if kind == "changed":
            self.receiver.deliver(topic, value)
        elif kind == "drop":
            self.receiver.deliver_drop(topic, value, time.time())

    async def close(self) -> None:
        """Stop listening in the running loop, and let the connections go."""
        with self.lock:
            task = self.listeners.pop(asyncio.get_running_loop(), None)
        if task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self.client.close()
