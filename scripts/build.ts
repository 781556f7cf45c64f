import { buildScreensIfStale } from './build-screens.ts'

await buildScreensIfStale()
