//! What the prompt says of servers (B-6 … B-11).

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::command::{command_line, command_words, word, word_or};
use super::line::{Datum, LineKind};
use super::{Prompt, plural, text, unshown};
use crate::json::Str;
use crate::trust::disclosure::McpServer;

impl Prompt {
    pub(super) fn servers(&mut self, servers: &[McpServer<'_>]) {
        if servers.is_empty() {
            return;
        }
        let count = plural(servers.len(), "MCP server", "MCP servers");
        self.heading(LineKind::Servers, servers.len(), format!("{count}:"));
        if servers.iter().any(|server| !server.is_remote()) {
            self.say(
                LineKind::NotConfined,
                1,
                Vec::new(),
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
        let name = word_or(server.name, "no name");
        if remote {
            let transport = if server.transport.is_empty() {
                Str::of("http")
            } else {
                server.transport
            };
            let values = vec![
                ("name", text(server.name)),
                ("transport", text(transport)),
                ("url", text(server.url)),
            ];
            let url = word_or(server.url, "no url");
            let said = format!("{name} connects by {} to {url}", word(transport));
            self.say(LineKind::Server, 1, values, said);
            self.also_command(server.command, server.raw_args);
        } else {
            let values = vec![
                ("name", text(server.name)),
                ("transport", text(server.transport)),
                (
                    "command",
                    Datum::List(command_words(server.command, server.raw_args)),
                ),
            ];
            let by = if server.transport.is_empty() {
                String::new()
            } else {
                format!(" by {}", word(server.transport))
            };
            let command = command_line(server.command, server.raw_args);
            self.say(
                LineKind::Server,
                1,
                values,
                format!("{name} runs{by}: {command}"),
            );
            self.also_url(server.url);
        }
        self.plaintext(server.url);
        self.header_names(server.headers, remote);
        self.env(LineKind::ServerEnv, server.env);
        self.steering(server.env, |_| true);
        if !server.cwd.is_empty() {
            let values = vec![("cwd", text(server.cwd))];
            let said = format!("working directory: {}", word(server.cwd));
            self.say(LineKind::WorkingDirectory, 2, values, said);
        }
        self.fields(unshown::of_server(server));
    }
}
