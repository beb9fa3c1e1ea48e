/** Next calls this once per server before the first request. It is also compiled for the edge, hence the guards. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] === 'nodejs' && process.env['NEXT_PHASE'] !== 'phase-production-build') {
    const { boot } = await import('./lib/launch/boot')
    await boot()
  }
}
