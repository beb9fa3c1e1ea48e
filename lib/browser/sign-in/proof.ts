/** Asks the person to confirm who they are. False if the person canceled. */
export type ProofAsker = () => Promise<boolean>

let asker: ProofAsker | null = null
let asking: Promise<boolean> | null = null

/**
 * Sets the function that asks the person when a response of the API requires a fresh proof: the dialog in the frame.
 * The API client must not import the dialog.
 * @returns a function that removes it
 */
export function answerProofWith(next: ProofAsker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = null
  }
}

/** Asks the person once for all waiting calls. False when no dialog is set. */
export async function askForProof(): Promise<boolean> {
  if (asker === null) return false
  asking ??= asker().finally(() => {
    asking = null
  })
  return asking
}
