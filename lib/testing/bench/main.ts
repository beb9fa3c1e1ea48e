import { say } from './tools'

/**
 * Each bench reports whether its promises are kept. Benches are loaded on demand, because they have nothing in common.
 */
const benches: Readonly<Record<string, (words: readonly string[]) => Promise<boolean>>> = {
  passthrough: async () => (await import('./passthrough')).benchPassthrough(),
  guard: async () => (await import('./guard')).benchGuard(),
  search: async (words) => (await import('./search/search')).benchSearch(words),
  scroll: async (words) => (await import('./search/scroll')).benchScroll(words),
  compare: async (words) => (await import('./peers/peers')).benchCompare(words),
  growth: async (words) => (await import('./search/growth')).benchGrowth(words),
  review: async () => (await import('./review')).benchReview(),
  report: async (words) => (await import('./report')).benchReport(words),
  events: async () => (await import('./events')).benchEvents(),
  thumbs: async () => (await import('./thumbs')).benchThumbs(),
  neighbor: async (words) => (await import('./neighbor')).benchNeighbor(words),
  lighthouse: async () => (await import('./lighthouse')).benchLighthouse(),
  memory: async (words) => (await import('./memory')).benchMemory(words),
  capacity: async (words) => (await import('./capacity')).benchCapacity(words),
  webhooks: async (words) => (await import('./webhooks')).benchWebhooks(words),
  insights: async (words) => (await import('./insights')).benchInsights(words),
  import: async ([inspections]) => {
    const { benchImport } = await import('./import')
    const figures = await (inspections === undefined ? benchImport() : benchImport(Number(inspections)))
    return figures.every(({ ok }) => ok)
  },
}

const [wanted = 'passthrough', ...words] = process.argv.slice(2)
const bench = benches[wanted]
if (bench === undefined) {
  say(`Usage: npm run bench [-- ${Object.keys(benches).join(' | ')}]`)
  process.exitCode = 1
} else process.exitCode = (await bench(words)) ? 0 : 1
