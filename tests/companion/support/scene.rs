//! A home, a project and a PATH of their own, and the binary run in them.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{GSD_LANE, fake};

/// A place where the binary can be tried.
pub struct Scene {
    pub folder: TempDir,
    /// Variables that every call gets.
    pub variables: Vec<(String, String)>,
}

/// How a call ended.
#[derive(Debug)]
pub struct Done {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Done {
    fn of(output: &Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The document on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Scene {
    /// An empty home, an empty project.
    pub fn new() -> Self {
        let scene = Self {
            folder: tempfile::tempdir().unwrap(),
            variables: Vec::new(),
        };
        for name in ["home", "project/.planning", "bin", "tmp"] {
            fs::create_dir_all(scene.at(name)).unwrap();
        }
        scene.write("prompt.md", "Review the plan.\n");
        scene
    }

    pub fn at(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(name)
    }

    /// Runs git in a folder of the scene, where it must succeed.
    pub fn git(&self, folder: &str, arguments: &[&str]) {
        let status = std::process::Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@t.example"])
            .args(arguments)
            .current_dir(self.at(folder))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .status();
        assert!(status.unwrap().success(), "{arguments:?}");
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap_or_default()
    }

    /// The project's configuration.
    pub fn config(&self, config: &Value) {
        self.write("project/.planning/config.json", &config.to_string());
    }

    /// One of the fakes under the name of a tool.
    pub fn tool(&self, name: &str, stands_for: &str) {
        symlink(fake(stands_for), self.at("bin").join(name)).unwrap();
    }

    /// A tool of its own.
    pub fn script(&self, name: &str, body: &str) {
        let path = self.write(&format!("bin/{name}"), &format!("#!/bin/sh\n{body}\n"));
        fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    }

    /// A call that is still to be made.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(GSD_LANE);
        command
            .args(arguments)
            .current_dir(self.at("project"))
            .env_clear()
            .env(
                "PATH",
                format!("{}:/usr/bin:/bin", self.at("bin").display()),
            )
            .env("HOME", self.at("home"))
            .env("TMPDIR", self.at("tmp"))
            .envs(self.variables.iter().cloned())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Makes a call.
    pub fn call(&self, arguments: &[&str]) -> Done {
        Done::of(&self.command(arguments).output().unwrap())
    }

    /// Begins a call.
    pub fn begin(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().unwrap()
    }

    /// Waits for one that was begun.
    pub fn end(child: Child) -> Done {
        Done::of(&child.wait_with_output().unwrap())
    }

    /// Installs a capability with a lane; `scope` is `home` or `project`.
    pub fn install(&self, scope: &str, id: &str, manifest: &Value) -> PathBuf {
        let folder = format!("{scope}/.gsd/capabilities/{id}");
        self.write(
            &format!("{folder}/capability.json"),
            &format!("{manifest:#}\n"),
        );
        self.at(&folder)
    }
}

/// A capability whose lane runs a program.
pub fn spawning(id: &str, binary: &str) -> Value {
    capability(
        id,
        &json!({
            "slug": id, "flags": [format!("--{id}")], "transport": "spawn", "reviewsSection": id.to_uppercase(),
            "probe": {"kind": "command-exists", "binary": binary},
            "invoke": {"binary": binary, "args": ["-"], "promptChannel": "stdin", "outputChannel": "stdout", "modelArg": null, "effortChannel": "none"},
            "timeoutFloorMs": 5000, "emptyOutput": "stub-with-stderr", "evidenceClass": "source-grounded", "requiresBinaries": [],
            "promptBudgetKey": null, "modelConfigKey": null, "timeoutConfigKey": null, "effortConfigKey": null, "defaultEffort": null, "handler": null
        }),
        &json!({}),
    )
}

/// A capability whose lane asks a server.
pub fn asking(id: &str, host: &str) -> Value {
    let key = format!("review.{id}_host");
    capability(
        id,
        &json!({
            "slug": id, "flags": [format!("--{id}")], "transport": "openai-http", "reviewsSection": id.to_uppercase(),
            "probe": {"kind": "http-reachable", "hostConfigKey": key, "path": "/v1/models", "timeoutMs": 2000},
            "invoke": {"hostConfigKey": key, "defaultHost": host, "path": "/v1/chat/completions", "modelDiscovery": "first-from-models-endpoint", "fallbackModel": "m", "effortChannel": "none"},
            "timeoutFloorMs": 5000, "emptyOutput": "stub-with-stderr", "evidenceClass": "source-grounded", "requiresBinaries": [],
            "promptBudgetKey": null, "modelConfigKey": null, "timeoutConfigKey": null, "effortConfigKey": null, "defaultEffort": null, "handler": "openai-compatible"
        }),
        &json!({key.clone(): {"type": "string", "default": "", "description": "Where the server is."}}),
    )
}

fn capability(id: &str, reviewer: &Value, config: &Value) -> Value {
    json!({
        "id": id, "role": "reviewer", "version": "1.0.0", "title": id, "description": "A lane for tests.", "tier": "full",
        "requires": [], "engines": {"gsd": ">=1.8.0"},
        "config": config, "reviewer": reviewer
    })
}

/// A review that counts, with a place in the source.
pub const REVIEW: &str = "The loop in src/lib.rs:3 ends one element too early, so the last plan is never checked by anybody.";
