// For `node --import`: writes the URL of every module that is loaded into $SCRIBE_TEST_IMPORTS.
import { register } from 'node:module'

const hooks = `
import { appendFileSync } from 'node:fs'
export function load(url, context, next) {
  appendFileSync(process.env.SCRIBE_TEST_IMPORTS, url + '\\n')
  return next(url, context)
}`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
