# JupyterHub starts a panel for each user, instead of a notebook server. The panel has a token of its own: the address
# /hub/pi, which only the user can open, reads it from the user's file and leads to the page with it.
import os
import pwd
import re
import stat

from jupyterhub.handlers import BaseHandler
from tornado import web

c = get_config()  # noqa: F821

HOST = os.environ.get("PI_PANEL_HOST", "hub.example")  # as in the browser's address bar

# Without subdomains all users share one origin: the page of one user's server can read what the browser stores for the
# panel of another user who opens it. Set this unless all users trust each other; HOST then has the same name and port.
# c.JupyterHub.subdomain_host = "https://hub.example"
OPTIONS = os.environ.get("PI_PANEL_OPTIONS", "--idle-exit 3600")


def home_of(spawner):
    return pwd.getpwnam(spawner.user.name).pw_dir


def read_token(home):
    """The hub often runs as root, and the user decides what has this name: follow no link, wait for no pipe, and read
    nothing that belongs to anyone else."""
    path = os.path.join(home, ".pi-panel-token")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise web.HTTPError(403, f"{path} cannot be read: {error.strerror}")
    with os.fdopen(descriptor, errors="replace") as file:
        stats = os.fstat(descriptor)
        if not stat.S_ISREG(stats.st_mode) or stats.st_uid != os.stat(home).st_uid:
            raise web.HTTPError(403, f"{path} is not a file of its user.")
        token = file.read(100).strip()
    if not re.fullmatch(r"[\w-]+", token, re.ASCII):
        raise web.HTTPError(403, f"{path} does not contain the token of a panel.")
    return token


def host_of(spawner):
    """With subdomains, each user has a name of their own."""
    if not spawner.user.settings.get("subdomain_host"):
        return HOST
    return spawner.user.host.split("://")[1]


class PanelHandler(BaseHandler):
    @web.authenticated
    async def get(self):
        spawner = self.current_user.spawner
        if not spawner.ready:
            self.redirect(self.hub.base_url + "spawn?next=" + self.hub.base_url + "pi")
            return
        self.redirect(self.current_user.server_url("") + "#t=" + read_token(home_of(spawner)))


c.JupyterHub.extra_handlers = [("/pi", PanelHandler)]
c.JupyterHub.default_url = "/hub/pi"
c.Spawner.environment = {"PI_PANEL_ALLOWED_HOST": host_of}
c.Spawner.cmd = [
    "sh",
    "-c",
    'port=${JUPYTERHUB_SERVICE_URL##*:}; exec pi-panel --no-open --behind-proxy --port "${port%%/*}"'
    ' --base-path "${JUPYTERHUB_SERVICE_PREFIX%/}" --token-file "$HOME/.pi-panel-token"'
    f' --activity-url "$JUPYTERHUB_ACTIVITY_URL" --allowed-host "$PI_PANEL_ALLOWED_HOST" {OPTIONS}',
]
