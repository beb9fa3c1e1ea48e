'use client'

import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import { useOpenJobs } from './job-open'

const code = onDemand(() => import('./watched-job'))

/** Announces the end of the user's jobs on any page. Mounted once; sends no requests while no job is open. */
export function JobWatch() {
  const jobs = useOpenJobs()
  const loaded = useOnDemand(code, jobs.length > 0)
  if (loaded === null) return null
  return jobs.map((jobId) => <loaded.WatchedJob key={jobId} jobId={jobId} />)
}
