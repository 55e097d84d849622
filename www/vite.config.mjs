/** Builds the page into www/dist: static files that work from any host and any path. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The editor writes its style sheet when it starts; this lets it in and no other. */
const nonce = randomBytes(16).toString('base64url');

export default defineConfig({
  root: here('.'),
  // Addresses of everything are relative to the page.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  resolve: {
    alias: {
      'gsd-lanes/web-rules': here('../target/page/pkg/web-rules.mjs'),
      'gsd-lanes/web': here('../target/page/pkg/web.mjs'),
    },
  },
  html: { cspNonce: nonce },
  plugins: [{ name: 'policy', transformIndexHtml: (html) => html.replaceAll('STYLE-NONCE', nonce) }],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is turned into a data URL: the policy allows those for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
});
