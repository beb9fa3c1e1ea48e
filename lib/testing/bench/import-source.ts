import { startStandin } from '@/lib/standin/server'

// The stand-in as a process of its own, without limits, and without headers that tell of any: the client believes those.
const standin = await startStandin({ inspections: Number(process.argv[2]), limits: 'off', rateHeaders: false })
process.send?.({ baseUrl: standin.baseUrl, token: standin.token })
process.on('disconnect', () => process.exit(0))
