import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const server = 'http://localhost:8080'

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', sourcemap: false, reportCompressedSize: false },
  server: {
    proxy: { '/api': server, '/admin': server, '/openapi.json': server, '/line-qr.svg': server },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
  },
})
