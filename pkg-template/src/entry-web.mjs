export * from './api.mjs';
export { default } from './engine-web.mjs';
