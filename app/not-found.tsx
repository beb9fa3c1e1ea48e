import type { Metadata } from 'next'
import { NotFoundPage } from '@/components/shell/not-found-page'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main>
      <h1 className="sr-only">Not found</h1>
      <NotFoundPage />
    </main>
  )
}
