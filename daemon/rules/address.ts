// Which addresses a webhook may go to, as data: the IANA special-purpose registries and what
// else never is somebody's public server. IPv4 is everything but these ranges; IPv6 is only the
// global unicast block without its special ranges, so that mapped, translated (NAT64) and local
// forms of IPv4 are out without being listed. Matching needs node's BlockList and is done in io/.

/** A range in CIDR notation: first address and prefix length in bits. */
export type Range = readonly [address: string, prefixBits: number]

export const SPECIAL_IPV4: readonly Range[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers; some clouds keep their metadata here
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a public address by its number, the cloud's own host on Azure
  ['169.254.0.0', 16], // link-local; the metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // multicast tunnelling
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]

export const GLOBAL_IPV6: Range = ['2000::', 3]

export const SPECIAL_IPV6: readonly Range[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID, AS112, …
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3ffe::', 16], // the former test network
  ['3fff::', 20], // documentation
]
