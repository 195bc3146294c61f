import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import {
  checkedName,
  currentName,
  findProfile,
  withCurrent,
  withoutProfile,
  withProfile,
} from '../../src/profiles.ts'

const WORK = { base_url: 'https://work.example/v1', api_key: 'svc_work' }
const OTHER = { base_url: 'https://other.example/v1', api_key: 'svc_other' }
const BOTH = { current_profile: 'work', profiles: { work: WORK, default: OTHER } }

describe('findProfile', () => {
  it('takes the named one, else the current one, else the one named default', () => {
    expect(findProfile(BOTH, 'default')).toEqual(OTHER)
    expect(findProfile(BOTH)).toEqual(WORK)
    expect(findProfile({ profiles: BOTH.profiles })).toEqual(OTHER)
  })

  it('has none where nobody asked for one', () => {
    expect(findProfile({})).toBeUndefined()
    expect(findProfile({ profiles: { work: WORK } })).toBeUndefined()
  })

  it('names what was probably meant', () => {
    expect(() => findProfile(BOTH, 'wrok')).toThrow('"wrok" (did you mean work?)')
    expect(() => findProfile({}, 'work')).toThrow('`scribe login` makes one')
  })

  it('knows no profile by the name of an object’s own method', () => {
    expect(() => findProfile(BOTH, 'toString')).toThrow(UsageError)
  })
})

describe('changes of profiles', () => {
  it('keep everything else that the file says', () => {
    const config = { format: 'srt', ...BOTH }
    expect(withProfile(config, 'new', OTHER)).toEqual({
      ...config,
      profiles: { ...BOTH.profiles, new: OTHER },
    })
    expect(withCurrent(config, 'default')).toEqual({ ...config, current_profile: 'default' })
  })

  it('leave no current profile that is gone: the default one counts then', () => {
    const left = withoutProfile(BOTH, 'work')
    expect(left).toEqual({ profiles: { default: OTHER } })
    expect(currentName(left)).toBe('default')
  })

  it('leave the current profile when another one goes', () => {
    expect(withoutProfile(BOTH, 'default')).toEqual({
      current_profile: 'work',
      profiles: { work: WORK },
    })
  })

  it('are refused for a profile that does not exist', () => {
    expect(() => withCurrent(BOTH, 'nobody')).toThrow(UsageError)
    expect(() => withoutProfile(BOTH, 'nobody')).toThrow(UsageError)
  })
})

describe('checkedName', () => {
  it.each(['work', 'me@example.com', 'Büro-2'])('takes %s', (name) => {
    expect(checkedName(name)).toBe(name)
  })

  it.each(['', '-x', 'a b', '__proto__', 'x'.repeat(65), '\u001b[31m'])('refuses "%s"', (name) => {
    expect(() => checkedName(name)).toThrow(UsageError)
  })
})
