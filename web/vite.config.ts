import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Where the API runs while the screens are worked on. */
const server = process.env['PANEL_ADDRESS'] ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', sourcemap: false, reportCompressedSize: false },
  server: {
    proxy: { '/api': server, '/admin': server, '/openapi.json': server, '/line-qr.svg': server },
  },
  test: {
    projects: [
      { extends: true, test: { name: 'rules', environment: 'node', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['test/setup.ts'],
          // The panel that the screens talk to runs as it does in production, not as a part of the screens.
          server: { deps: { external: [/\/server\/src\//] } },
          globalSetup: ['../server/test/setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
