# The panel in a Coder workspace, as an app under a path. Coder signs the user in and passes on the requests; the panel
# listens on loopback only. Its link, with the token, is in ~/.pi-panel.log, which only its user can read. Coder's other
# apps under a path have the same origin; an app with `subdomain = true` has its own, but needs other options.
resource "coder_script" "pi_panel" {
  agent_id     = coder_agent.main.id
  display_name = "pi-panel"
  run_on_start = true
  script       = <<-EOT
    touch ~/.pi-panel.log && chmod 600 ~/.pi-panel.log
    nohup pi-panel --no-open --port 4317 --behind-proxy --allowed-host ${trimprefix(data.coder_workspace.me.access_url, "https://")} --base-path /@${data.coder_workspace_owner.me.name}/${data.coder_workspace.me.name}.main/apps/pi > ~/.pi-panel.log 2>&1 &
  EOT
}

resource "coder_app" "pi_panel" {
  agent_id     = coder_agent.main.id
  slug         = "pi"
  display_name = "pi"
  url          = "http://localhost:4317"
  healthcheck {
    url       = "http://localhost:4317/healthz"
    interval  = 10
    threshold = 6
  }
}
