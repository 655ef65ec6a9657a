// How the page is built: relative addresses, so that the same files work under a server and in a webview; nothing inline, so
// that the strictest content policy holds; what chat and approvals do not need in chunks of their own.

import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const REACT = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|zustand)\//
/** One chunk, so that nothing makes a schema before zod is told not to compile it. */
const SCHEMAS = /node_modules\/zod\/|src\/connection\/without-eval\.ts/

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // For the list of licences in the packed command; the server does not send it.
    license: { fileName: 'licenses.json' },
    rolldownOptions: {
      input: ['index.html', 'webview.html'].map((file) => join(import.meta.dirname, file)),
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT },
            { name: 'zod', test: SCHEMAS },
          ],
        },
      },
    },
  },
})
