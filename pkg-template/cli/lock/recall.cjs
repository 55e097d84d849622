'use strict';
// From a signed text back to something that signs alike, so that a difference to it can be explained.

/** A manifest with that signature, or undefined if none was found; the library has the last word. */
function recall(signature, api) {
  try {
    const [hooks, modules, servers, lanes = []] = JSON.parse(signature).map((lines) => lines.map((line) => JSON.parse(line)));
    const manifest = {
      ...(hooks.length > 0 && { hooks: hooks.map(([, event, script]) => ({ event, script })) }),
      ...(modules.length > 0 && { commands: modules.map(([, family, module, router]) => ({ family, module, router })) }),
      ...(servers.length > 0 && { mcpServers: Object.fromEntries(servers.map((line) => [line[1], line.at(-1)])) }),
      ...(lanes.length > 0 && { reviewer: lane(lanes[0]) }),
    };
    return api.signature(manifest) === signature ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function lane([, slug, transport, binary, args, hostConfigKey, promptChannel, handler, tail = {}]) {
  const { env = {}, laneResidual, residual } = tail;
  const invoke = { binary, args, hostConfigKey, promptChannel, ...(Object.keys(env).length > 0 && { env }), ...residual };
  return { slug, transport, handler, ...laneResidual, invoke };
}

module.exports = { recall };
