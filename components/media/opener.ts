import { createContext, useContext } from 'react'

/** Opens the viewer at a file. The page passes this, because its address holds the open file. */
export const MediaOpenerContext = createContext<(mediaId: string) => void>(() => {})

export function useMediaOpener(): (mediaId: string) => void {
  return useContext(MediaOpenerContext)
}
