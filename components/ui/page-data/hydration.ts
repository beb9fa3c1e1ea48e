let resolve: () => void

/** Resolves when React has hydrated the first page. Until then, nothing may change what the server rendered. */
export const whenHydrated = new Promise<void>((given) => {
  resolve = given
})

/** The root of the page calls this in its first effect, which runs after all of its children have been hydrated. */
export const noteHydrated = (): void => resolve()
