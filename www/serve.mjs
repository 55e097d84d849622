/**
 * Serves www/dist on loopback as a plain static host would, compressed, until it is stopped.
 *
 *     node www/serve.mjs [PORT]     by default the first free one from 4173
 */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};
const folder = fileURLToPath(new URL('dist', import.meta.url));

/** Starts a server for the page at `path`; gives `{address, close}`. A `port` that is taken is an error. */
export function serve({ port = 0, path = '/' } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (!pathname.startsWith(path)) return void response.writeHead(404).end();
    const name = normalize(`/${decodeURIComponent(pathname.slice(path.length))}`);
    const file = join(folder, name.endsWith('/') ? `${name}index.html` : name);
    let content;
    try {
      content = readFileSync(file);
    } catch {
      return void response.writeHead(404).end();
    }
    const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' };
    // A worker does not inherit the policy of the page's own text.
    if (/\.js$/.test(file)) headers['content-security-policy'] = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
      content = gzipSync(content, { level: 9 });
      headers['content-encoding'] = 'gzip';
    }
    response.writeHead(200, { ...headers, 'content-length': content.length }).end(content);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const close = () => new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      });
      resolve({ address: `http://127.0.0.1:${server.address().port}${path}`, close });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv[2];
  const ports = asked === undefined ? [4173, 4174, 4175, 0] : [Number(asked)];
  let address;
  for (const port of ports) {
    try {
      ({ address } = await serve({ port }));
      break;
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || port === ports.at(-1)) throw error;
    }
  }
  console.log(`The playground is at ${address} (stop with Ctrl+C)`);
}
