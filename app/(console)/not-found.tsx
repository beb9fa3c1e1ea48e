import { NotFoundPage } from '@/components/shell/not-found-page'

/** Keeps the frame around an address inside the console that names nothing. */
export default function ConsoleNotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <NotFoundPage />
    </>
  )
}
