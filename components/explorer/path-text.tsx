import { Fragment } from 'react'

/** A path with its ids in braces. It wraps between its segments, and within one only if it must. */
export function PathText({ path }: { path: string }) {
  return path
    .replaceAll(/:([A-Za-z]+)(?=\/|$)/g, '{$1}')
    .split(/(?<=.)(?=\/)/)
    .map((part, at) => (
      // Segments have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))
}
