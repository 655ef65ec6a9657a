// How the page is built: relative addresses, so that the same files work under a server and in a webview; nothing inline, so
// that the strictest content policy holds; what chat and approvals do not need in chunks of their own.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const REACT = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|zustand)\//

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'react', test: REACT }] } } },
  },
})
