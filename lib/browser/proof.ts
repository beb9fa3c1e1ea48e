/** Asks the person to confirm who they are. False: they would rather not. */
export type ProofAsker = () => Promise<boolean>

let asker: ProofAsker | null = null
let asking: Promise<boolean> | null = null

/**
 * Names who asks the person when an answer of the API requires a fresh proof: the dialog in the frame. The API client may
 * not know it.
 * @returns how to stop
 */
export function answerProofWith(next: ProofAsker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = null
  }
}

/** Asks the person once for all calls that wait for it. False where there is nobody to ask. */
export async function askForProof(): Promise<boolean> {
  if (asker === null) return false
  asking ??= asker().finally(() => {
    asking = null
  })
  return asking
}
