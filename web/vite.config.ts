import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'

/** The server to which the development server passes calls of the API. */
const server = process.env['PANEL_ADDRESS'] ?? 'http://localhost:8080'

/** Modules that every screen needs, the login page included: one chunk is smaller than the many that sharing makes. */
const everywhere = [
  /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack|klona|fast-deep-equal)\//,
  /@mantine\/(form|store)\/|@mantine\/notifications\/esm\/notifications\.store/,
  /@mantine\/core\/esm\/core\//,
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Button|CloseButton|Group|Input|InputBase)\//,
  /@mantine\/core\/esm\/components\/(Loader|NativeSelect|PasswordInput|Portal|Stack|Text)\//,
  /@mantine\/core\/esm\/components\/(TextInput|Title|Transition|UnstyledButton)\//,
  /@tabler\/icons-react\/dist\/esm\/createReactComponent/,
  /@tabler\/icons-react\/dist\/esm\/icons\/Icon(AlertCircle|AlertTriangle|Check|Eye|EyeOff|X)\.mjs$/,
  /\/web\/src\/app\/(logo|footer|connection-notice)\.tsx?$/,
  /\/web\/src\/locales\/language\.ts$/,
  /\/web\/src\/session\/(connect-api|draft|language-switch|lock|signed-in)\.tsx?$/,
  /\/web\/src\/ui\/date\/(clock|dates|use-now)\.tsx?$/,
  /\/web\/src\/ui\/feedback\/(call-toasts|lazy-toast-host|missing-code|toast)\.tsx?$/,
  /\/web\/src\/ui\/form\/(schema-form|date\/typed-date)\.tsx?$/,
  /\/contract\/src\/(wire\/thai|sign-in\/sign-in)\.ts$/,
]

/** The outline of the first screen is drawn without waiting for the style sheets: they stand behind it. */
const lateStyles: Plugin = {
  name: 'late-styles',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const links = html.match(/ *<link rel="stylesheet".*>\n/g) ?? []
      const rest = links.reduce((left, link) => left.replace(link, ''), html)
      return rest.replace(/ *<noscript>/, (next) => links.join('') + next)
    },
  },
}

/** What the login page loads after it has been drawn: toasts, passkeys, LINE. */
const soonAfter = [
  /node_modules\/(@mantine\/notifications|react-transition-group|@babel\/runtime)\//,
  /node_modules\/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref)\//,
  /@mantine\/core\/esm\/components\/Notification\//,
  /@tabler\/icons-react\/dist\/esm\/icons\/Icon(Fingerprint|BrandLine)\.mjs$/,
  /\/web\/src\/(features\/line\/line-login|session\/passkey|ui\/feedback\/toast-(host|room))\.tsx?$/,
]

/**
 * What several screens of the signed-in share, in one chunk of its own: otherwise each of hundreds of small parts is a
 * file to ask for, and has its name in what the login page loads.
 */
const shared = [
  /node_modules\/(@mantine|@floating-ui|@tabler|react-number-format|tabbable)\//,
  /\/web\/src\/(api|app|clinical|features|live|session|ui)\//,
]

/**
 * The texts of the screens behind the sign-in, in one file a language. Those of the pages before it are files of their
 * own, and so are those that the search reads in every language.
 */
const screenTexts =
  /\/contract\/locales\/(\w+)\/(?!(account|app|before-sign-in|dosages|line|messages|password-links|patients|search|second-factor|sign-in|ui)\.json)/

/** The texts that every page needs, the login page included, in one file a language. */
const startTexts = /\/contract\/locales\/(\w+)\/(app|before-sign-in|sign-in|ui)\.json/

/** The other texts of pages before the sign-in, and those that the search reads in every language. */
const otherTexts =
  /\/contract\/locales\/(\w+)\/(account|line|messages|password-links|patients|search|second-factor)\.json/

/** Parts of the frame that a page or two use besides: one file, since every page of the signed-in loads them. */
const frame = [
  /@mantine\/hooks\/esm\/use-resize-observer\/|@mantine\/core\/esm\/components\/Divider\//,
  /\/web\/src\/(app\/navigation|session\/(lock-screen|opened)|ui\/(print\/page-head|sound\/player))\.tsx?$/,
  /\/web\/src\/features\/(alarms\/(alarm-panel-open|sound|banner\/[\w-]+)|triage\/words)\.tsx?$/,
]

/** What the pages of forms share, but for what sends it from any page. */
const forms = [
  /\/web\/src\/features\/(forms|referrals)\/(?!offline\/(completions|delivery|install-app|offline-host)\.)/,
]

/** Only a hang should reach these limits of tests: a busy machine takes many times as long as an idle one. */
const [hangMs, longestWaitMs] = [300_000, 60_000]

/** The pages that open without a signal. */
const crewPages =
  /\/pages\/(account\/(app|login|profile)-page|ambulance\/(forms|form-records?|equipment|equipment-check)-page)\.tsx$/

const withSignal = /\/web\/src\/(pages|ui\/map)\//

/** Code that only other pages load, and maps: a tablet fetches it where there is a signal. */
const elsewhere = new Set<string>()

const findOtherPages: Plugin = {
  name: 'find-other-pages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const needed = new Set<string>()
    const follow = (name: string) => {
      const chunk = byName.get(name)
      if (!chunk || needed.has(name)) return
      needed.add(name)
      for (const css of chunk.viteMetadata?.importedCss ?? []) needed.add(css)
      for (const next of chunk.imports) follow(next)
      for (const next of chunk.dynamicImports) {
        const module = byName.get(next)?.facadeModuleId ?? ''
        if (!withSignal.test(module) || crewPages.test(module)) follow(next)
      }
    }
    for (const { fileName, isEntry } of chunks) if (isEntry) follow(fileName)
    const ofPages = chunks.flatMap(({ fileName, viteMetadata }) => [
      fileName,
      ...(viteMetadata?.importedCss ?? []),
    ])
    for (const name of ofPages) if (!needed.has(name)) elsewhere.add(name)
  },
}

/**
 * The app that opens without a signal. It registers itself where somebody uses forms, and the login page loads nothing
 * of it.
 */
const app = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src',
  filename: 'service-worker.ts',
  injectRegister: false,
  manifest: false,
  injectManifest: {
    globPatterns: ['index.html', '*.{js,svg}', 'assets/*.{js,css,woff2}'],
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [(manifest) => ({ manifest: manifest.filter(({ url }) => !elsewhere.has(url)) })],
  },
})

const createMatcher = (parts: readonly RegExp[]) => (file: string) => parts.some((part) => part.test(file))

export default defineConfig({
  plugins: [react(), lateStyles, findOtherPages, app],
  build: {
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: createMatcher(everywhere), priority: 2 },
            { name: 'soon-after', test: createMatcher(soonAfter), priority: 1 },
            { name: 'contract', test: /\/contract\/src\//, minShareCount: 2, priority: 1 },
            { name: 'shared', test: createMatcher(shared), minShareCount: 3 },
            { name: 'frame', test: createMatcher(frame), minShareCount: 2 },
            { name: 'forms', test: createMatcher(forms), minShareCount: 2 },
            { name: (file) => `texts-start-${startTexts.exec(file)?.[1]}`, test: startTexts },
            { name: (file) => `texts-other-${otherTexts.exec(file)?.[1]}`, test: otherTexts },
            { name: (file) => `texts-${screenTexts.exec(file)?.[1]}`, test: screenTexts },
          ],
        },
      },
    },
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
          testTimeout: hangMs,
          expect: { poll: { timeout: longestWaitMs } },
          maxWorkers: 2,
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['test/setup.ts'],
          isolate: false,
          // The panel that the screens call runs as it does in production, not as a part of the screens.
          server: { deps: { external: [/\/server\/src\//] } },
          globalSetup: ['../server/test/setup.ts'],
          testTimeout: hangMs,
          hookTimeout: hangMs,
          expect: { poll: { timeout: longestWaitMs } },
          // As many as the server's: projects of one number share the workers, and run beside each other.
          maxWorkers: 2,
          execArgv: ['--max-semi-space-size=64'],
        },
      },
    ],
  },
})
