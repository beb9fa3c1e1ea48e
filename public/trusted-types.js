// The default Trusted Types policy: every string that reaches a script or markup sink passes here. First script of the
// page, so nothing of ours or anyone's runs before it. It allows what React and the bundler do and refuses the rest.
// React puts it in again where it makes a whole page anew; the policy is there by then.
if (window.trustedTypes && window.trustedTypes.createPolicy && !window.trustedTypes.defaultPolicy) {
  const itself = document.currentScript.src
  // Beside this file, also when Sightline is served under a path.
  const folder = new URL('_next/static/', itself).href
  window.trustedTypes.createPolicy('default', {
    // React makes a script element from this exact string, to have one that does not run when inserted.
    createHTML: (text) => (text === '<script></script>' ? text : null),
    createScript: () => null,
    // Chunks and workers of the build. The parser has resolved dots and encoded slashes before the folder is compared.
    createScriptURL(text) {
      let url
      try {
        url = new URL(text, location.href)
      } catch {
        return null
      }
      const isOurs =
        (url.href === itself || url.href.startsWith(folder)) && url.username === '' && !/%2f|%5c/i.test(url.pathname)
      // As it was given: the bundler finds a chunk again by the text of its src, and would wait for ever for another one.
      return isOurs ? text : null
    },
  })
}
