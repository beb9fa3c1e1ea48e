import { startStandin } from '@/lib/standin/server'

// The stand-in as a separate process, without limits, and without rate headers, because the client would believe them.
const standin = await startStandin({ inspections: Number(process.argv[2]), limits: 'off', rateHeaders: false })
process.send?.({ baseUrl: standin.baseUrl, token: standin.token })
process.on('disconnect', () => process.exit(0))
