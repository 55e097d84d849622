//! What the prompt says of servers (B-6 … B-11).

use super::line::LineKind;
use super::{Prompt, unshown};
use crate::json::Str;
use crate::trust::disclosure::McpServer;

impl Prompt {
    pub(super) fn servers(&mut self, servers: &[McpServer<'_>]) {
        let what = ["MCP server", "MCP servers"];
        if self.heading(LineKind::Servers, servers.len(), "", what) {
            self.say(":");
        }
        if servers.iter().any(|server| !server.is_remote()) {
            self.line(LineKind::NotConfined, 1);
            self.say(
                "Command, arguments, environment and working directory of a server are NOT confined to the bundle, \
                 unlike hooks: they can name any program on this machine.",
            );
        }
        for server in servers {
            self.server(server);
        }
    }

    fn server(&mut self, server: &McpServer<'_>) {
        let remote = server.is_remote();
        self.line(LineKind::Server, 1);
        self.text("name", &server.name);
        self.word_or(&server.name, "no name");
        if remote {
            let http = Str::of("http");
            let transport = if server.transport.is_empty() {
                &http
            } else {
                &server.transport
            };
            self.text("transport", transport);
            self.text("url", &server.url);
            self.say(" connects by ");
            self.word(transport);
            self.say(" to ");
            self.word_or(&server.url, "no url");
            self.also_command(&server.command, server.raw_args);
        } else {
            self.text("transport", &server.transport);
            self.say(" runs");
            if !server.transport.is_empty() {
                self.say(" by ");
                self.word(&server.transport);
            }
            self.say(": ");
            self.command(&server.command, server.raw_args);
            self.also_url(&server.url);
        }
        self.plaintext(&server.url);
        self.header_names(server.headers, remote);
        self.env(LineKind::ServerEnv, server.env);
        self.steering(server.env, &|_| true);
        if !server.cwd.is_empty() {
            self.line(LineKind::WorkingDirectory, 2);
            self.text("cwd", &server.cwd);
            self.say("working directory: ");
            self.word(&server.cwd);
        }
        self.fields(unshown::of_server(server));
    }
}
