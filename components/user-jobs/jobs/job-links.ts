import type { Route } from 'next'

// The casts are safe, because the pages exist and an id is one encoded segment of exactly that route.

/** The page of all imports and dry runs, or of one job. */
export function userJobHref(jobId?: string): Route {
  return (jobId === undefined ? '/users/imports' : `/users/imports/${encodeURIComponent(jobId)}`) as Route
}

/** Imports with errors that were not retried yet. */
export const importsToFixHref = '/users/imports?phase=needsFix' as Route

/** The page of a job that was started elsewhere. */
export function elsewhereJobHref(remoteId: string): Route {
  return `/users/imports/elsewhere/${encodeURIComponent(remoteId)}` as Route
}

/** The page where users are imported. */
export const newUserJobHref: Route = '/users/imports/new'

/** The page where the failed rows of a job are fixed. */
export const fixRowsHref = (jobId: string) => `${newUserJobHref}?fix=${encodeURIComponent(jobId)}` as Route
