export * from './api.mjs';
