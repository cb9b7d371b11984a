#!/bin/sh
# secrets.sh SITE HOUSE...: passwords for these houses of one site and for the gateway, and the certificates by which the
# nodes know each other.  Everything goes into ./secrets, which is never overwritten: delete it to begin anew.
set -eu
if [ $# -lt 2 ]; then echo "usage: secrets.sh SITE HOUSE...   for example: secrets.sh dog-club house-1 house-2" >&2; exit 2; fi
site=$1; shift
for name in "$site" "$@"; do
  case $name in *[!a-z0-9-]* | "") echo "$name: a site and a house are made of a-z, 0-9 and hyphens" >&2; exit 2 ;; esac
done
if [ -e secrets ]; then echo "secrets is there already; delete it to begin anew" >&2; exit 1; fi
umask 077
mkdir secrets
password() { openssl rand -hex 24; }
curve="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

openssl req -x509 $curve -days 3650 -subj "/CN=pawtrack cluster" -keyout secrets/cluster-ca.key -out secrets/cluster-ca.pem 2>/dev/null
for node in nats-1 nats-2 nats-3; do
  mkdir "secrets/$node"
  openssl req $curve -subj "/CN=$node" -keyout "secrets/$node/node.key" -out "secrets/$node/node.csr" 2>/dev/null
  printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$node" > "secrets/$node/node.ext"
  openssl x509 -req -in "secrets/$node/node.csr" -CA secrets/cluster-ca.pem -CAkey secrets/cluster-ca.key -CAcreateserial \
    -days 3650 -extfile "secrets/$node/node.ext" -out "secrets/$node/node.pem" 2>/dev/null
  rm "secrets/$node/node.csr" "secrets/$node/node.ext"
  cp secrets/cluster-ca.pem "secrets/$node/"
done

gateway=$(password)
echo "users: [" > secrets/users.conf
for house in "$@"; do
  mkdir -p secrets/houses
  password > "secrets/houses/$house.txt"
  cat >> secrets/users.conf <<USER
{ user: $house, password: "$(cat "secrets/houses/$house.txt")", allowed_connection_types: ["MQTT"], permissions: {
    publish: { allow: ["pawtrack.1.$site.*.public.>", "pawtrack.1.$site.*.delayed.>"] }
    subscribe: { deny: ">" } } }
USER
done
cat >> secrets/users.conf <<USER
{ user: gateway, password: "$gateway", allowed_connection_types: ["MQTT"], permissions: {
    publish: { deny: ">" }
    subscribe: { allow: ["pawtrack.1.*.*.public", "pawtrack.1.*.*.public.>",
                         "pawtrack.1.*.*.delayed", "pawtrack.1.*.*.delayed.>"] } } }
]
USER
for node in nats-1 nats-2 nats-3; do cp secrets/users.conf "secrets/$node/"; done
sed "s/^password = .*/password = \"$gateway\"/" gateway.toml > secrets/gateway.toml
# the gateway does not run as root; other users of this machine must not read it
chmod 755 secrets && chmod 644 secrets/gateway.toml
echo "written to ./secrets; give each house its file of secrets/houses as password_file"
