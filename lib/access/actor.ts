import type { Grants } from './permissions'

/** The actor of a request. Pages pass it to the browser, so it contains nothing secret. */
export interface Actor extends Grants {
  userId: string
  email: string
  name: string
}
