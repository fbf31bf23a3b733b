# JupyterHub starts a panel for each user, instead of a notebook server. The panel has a token of its own: the address
# /hub/pi, which only the user can open, reads it from the user's file and leads to the page with it.
import os
import pwd

from jupyterhub.handlers import BaseHandler
from tornado import web

c = get_config()  # noqa: F821

HOST = os.environ.get("PI_PANEL_HOST", "hub.example")  # as in the browser's address bar
OPTIONS = os.environ.get("PI_PANEL_OPTIONS", "--idle-exit 3600")


def home_of(spawner):
    return pwd.getpwnam(spawner.user.name).pw_dir


class PanelHandler(BaseHandler):
    @web.authenticated
    async def get(self):
        spawner = self.current_user.spawner
        if not spawner.ready:
            self.redirect(self.hub.base_url + "spawn?next=" + self.hub.base_url + "pi")
            return
        with open(os.path.join(home_of(spawner), ".pi-panel-token")) as file:
            token = file.read().strip()
        self.redirect(self.current_user.server_url("") + "#t=" + token)


c.JupyterHub.extra_handlers = [("/pi", PanelHandler)]
c.JupyterHub.default_url = "/hub/pi"
c.Spawner.cmd = [
    "sh",
    "-c",
    'port=${JUPYTERHUB_SERVICE_URL##*:}; exec pi-panel --no-open --behind-proxy --port "${port%%/*}"'
    ' --base-path "${JUPYTERHUB_SERVICE_PREFIX%/}" --token-file "$HOME/.pi-panel-token"'
    f' --activity-url "$JUPYTERHUB_ACTIVITY_URL" --allowed-host {HOST} {OPTIONS}',
]
