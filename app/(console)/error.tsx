'use client'

import { ErrorPage } from '@/components/shell/error-page'

/** Keeps the frame around a page that failed. */
export default function ConsoleError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorPage error={error} retry={retry} />
}
