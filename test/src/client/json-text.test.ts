import { describe, expect, it } from 'vitest'
import { elementsOf, memberOf, onOneLine, withoutMember } from '../../../src/client/json-text.ts'

const TRICKY = String.raw`{"a":"]},{\"\\","b":[1.0,-0,{"c":"\\\\"}], "n" : 12345678901234567890 ,"e":1e21,"\u006e":"last","empty":{},"none":[]}`

describe('memberOf', () => {
  it.each([
    ['a', String.raw`"]},{\"\\"`],
    ['b', String.raw`[1.0,-0,{"c":"\\\\"}]`],
    ['e', '1e21'],
    ['empty', '{}'],
    ['none', '[]'],
    ['missing', undefined],
  ])('%s is as it stands there', (name, value) => {
    expect(memberOf(TRICKY, name)).toBe(value)
  })

  it('takes the last of doubled keys, however they are written', () => {
    expect(JSON.parse(TRICKY).n).toBe('last')
    expect(memberOf(TRICKY, 'n')).toBe('"last"')
  })
})

describe('elementsOf', () => {
  it('gives every kind of value as it stands there', () => {
    const text = String.raw` [ 1.0 ,-0, 1e21,"a,]\"", true,null , [ [ ] ,"["] ,{"a" : "}"} ] `
    expect(elementsOf(text)).toEqual([
      '1.0',
      '-0',
      '1e21',
      String.raw`"a,]\""`,
      'true',
      'null',
      '[ [ ] ,"["]',
      '{"a" : "}"}',
    ])
  })

  it('gives none of an empty array', () => {
    expect(elementsOf('[]')).toEqual([])
    expect(elementsOf(' [ \n ] ')).toEqual([])
  })
})

describe('withoutMember', () => {
  it('keeps all others, untouched and in their order', () => {
    expect(withoutMember('{"a":1.0,"b":{"a":2},"c":"\\n","a":3}', 'a')).toBe(
      '{"b":{"a":2},"c":"\\n"}',
    )
    expect(withoutMember('{\n  "a": 1,\n  "b": [\n    2.0\n  ]\n}\n', 'a')).toBe('{"b":[2.0]}')
  })
})

describe('onOneLine', () => {
  it('takes away line breaks and indentation, and nothing that is inside of strings', () => {
    const value = { a: ['x\ny', ' z \u2028'], b: { c: 1 } }
    const line = onOneLine(`${JSON.stringify(value, null, '\t')}\r\n`)
    expect(line).not.toMatch(/[\r\n]/)
    expect(JSON.parse(line)).toEqual(value)
  })
})
