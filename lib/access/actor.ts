import type { Grants } from './permissions'

/** Who acts. Pages hand it to the browser, so it holds nothing that may not be seen there. */
export interface Actor extends Grants {
  userId: string
  email: string
  name: string
}
