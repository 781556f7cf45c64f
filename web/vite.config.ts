import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** The server to which the development server passes calls of the API. */
const server = process.env['PANEL_ADDRESS'] ?? 'http://localhost:8080'

/** Modules that every screen needs, the login page included: one chunk is smaller than the many that sharing makes. */
const everywhere = [
  /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack)\//,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|CloseButton|Group|Input|InputBase)\//,
  /@mantine\/core\/esm\/components\/(Loader|NativeSelect|PasswordInput|Portal|Progress|Stack|Text)\//,
  /@mantine\/core\/esm\/components\/(TextInput|Title|Transition|UnstyledButton)\//,
  /@tabler\/icons-react\/dist\/esm\/(createReactComponent|icons\/Icon(Eye|EyeOff|AlertCircle))\.mjs$/,
  /\/web\/src\/(app|ui\/date|locales|session)\/(logo|footer|clock|use-now|dates|connection-notice|language|language-switch)\.tsx?$/,
  /\/contract\/src\/(wire\/thai|sign-in)\.ts$/,
]

const isEverywhere = (file: string) => everywhere.some((part) => part.test(file))

export default defineConfig({
  plugins: [react()],
  build: {
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: isEverywhere }] } } },
  },
  server: {
    proxy: { '/api': server, '/admin': server, '/openapi.json': server, '/line-qr.svg': server },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          // Files share a process and import each module once; screens cannot, because each needs a page of its own.
          isolate: false,
          maxWorkers: 2,
        },
      },
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
          // Only a hang should reach this limit: a busy machine takes many times as long as an idle one.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // As many as the server's: projects of one number share the workers, and run beside each other.
          maxWorkers: 2,
        },
      },
    ],
  },
})
