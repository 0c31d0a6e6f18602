"""An environment that lives in another process of this machine: it goes on when who acts on it is killed."""

from lumos_layer.environments.remote.client import RemoteEnvironment
from lumos_layer.environments.remote.server import Server, serve

__all__ = ["RemoteEnvironment", "Server", "serve"]
