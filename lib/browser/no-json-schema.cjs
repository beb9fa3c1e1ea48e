// A loader of the build for browsers. Every schema of zod can describe itself as JSON Schema, which only the server asks
// for. The functions that do it are a fifth of zod: browsers get functions of the same names that do nothing.
const exported = /^export (?:(?:function|const) (\w+)|\{ \w+ as (\w+) \})/gm

module.exports = function leaveOut(source) {
  const names = Array.from(source.matchAll(exported), ([, name, alias]) => name ?? alias)
  return `const nothing = () => {}\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} }\n`
}
