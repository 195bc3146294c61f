// Tells public addresses from all others, with the ranges of rules/address.ts. Compares numbers,
// never text, so every way to write an address is judged alike.
import { BlockList, isIP, isIPv4 } from 'node:net'
import { GLOBAL_IPV6, type Range, SPECIAL_IPV4, SPECIAL_IPV6 } from '../../rules/address.ts'

const specialIpv4 = blockList('ipv4', SPECIAL_IPV4)
const globalIpv6 = blockList('ipv6', [GLOBAL_IPV6])
const specialIpv6 = blockList('ipv6', SPECIAL_IPV6)

/** Whether a literal IPv4 or IPv6 address, without brackets, may be anybody's public server. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4')
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

/** Whether an address is one of those given. */
export function isOneOf(addresses: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const one of addresses) list.addAddress(one, family(one))
  return isIP(address) !== 0 && list.check(address, family(address))
}

function blockList(kind: 'ipv4' | 'ipv6', ranges: readonly Range[]): BlockList {
  const list = new BlockList()
  for (const [address, prefixBits] of ranges) list.addSubnet(address, prefixBits, kind)
  return list
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}
