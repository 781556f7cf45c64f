import { buildScreensIfStale } from './scripts/build-screens.ts'

await buildScreensIfStale()
await import('./server/src/main.ts')
