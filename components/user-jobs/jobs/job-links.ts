import type { Route } from 'next'

// The casts are safe: an id is one encoded segment of that very route.

/** The page of all jobs of users, or of one. */
export function userJobHref(jobId?: string): Route {
  return (jobId === undefined ? '/user-jobs' : `/user-jobs/${encodeURIComponent(jobId)}`) as Route
}

/** The page of a job that was started elsewhere. */
export function elsewhereJobHref(remoteId: string): Route {
  return `/user-jobs/elsewhere/${encodeURIComponent(remoteId)}` as Route
}

/** Where users are imported. */
export const newUserJobHref: Route = '/user-jobs/new'

/** Where the failed rows of a job are fixed. */
export const fixRowsHref = (jobId: string) => `${newUserJobHref}?fix=${encodeURIComponent(jobId)}` as Route
