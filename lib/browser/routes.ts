import type { Route } from 'next'

/** The page of the list. The query after the `?` says what the list shows. */
export const listPath = '/inspections'

/**
 * The page of one inspection. This cast and those below are safe: the inserted value is one encoded segment of the
 * route.
 */
export function inspectionHref(auditId: string): Route {
  return `/inspections/${encodeURIComponent(auditId)}` as Route
}

/** The page of one template. */
export function templateHref(templateId: string): Route {
  return `/templates/${encodeURIComponent(templateId)}` as Route
}

/** The page of one site. Sites are identified only by their name. */
export function siteHref(name: string): Route {
  // Browsers resolve such a segment as a relative path, even when it is encoded.
  if (name === '.' || name === '..') return `${listPath}?site=${name}` as Route
  return `/inspections/sites/${encodeURIComponent(name)}` as Route
}

/** The page of one asset. */
export function assetPageHref(assetId: string): Route {
  return `/assets/${encodeURIComponent(assetId)}` as Route
}

/** The page of one user of the organization. */
export function userHref(userId: string): Route {
  return `/users/${encodeURIComponent(userId)}` as Route
}

/** The page of the user with this name. Inspections have only the names of their authors. */
export function userByNameHref(name: string): Route {
  return `/users/named?${new URLSearchParams({ name }).toString()}` as Route
}

/** All sites. */
export const sitesPath = '/inspections/sites' as Route

/** The notices of the current person. */
export const inboxPath = '/inbox' as Route
