import { startStandin } from '@/lib/standin/server'

// The stand-in as a separate process, without limits, and without rate headers, because the client would believe them. It
// shares the machine with what is measured, so its documents are made before.
const inspections = Number(process.argv[2])
const standin = await startStandin({ inspections, prepared: true, limits: 'off', rateHeaders: false })
process.send?.({ baseUrl: standin.baseUrl, token: standin.token })
process.on('disconnect', () => process.exit(0))
