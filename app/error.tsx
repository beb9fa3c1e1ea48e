'use client'

import { ErrorPage } from '@/components/shell/error-page'

export default function RootError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main>
      <ErrorPage error={error} retry={retry} />
    </main>
  )
}
