# SPDX-License-Identifier: GPL-3.0-or-later
# The files in data/ are those that data/README.md says.

# bats test_tags=quick
@test "every file in data/ has its checksum in data/README.md" {
    sums=$(grep -E '^[0-9a-f]{64}  data/' data/README.md)
    sha256sum -c --quiet <<<"$sums"
    [ "$(cut -c 67- <<<"$sums" | LC_ALL=C sort)" = "$(find data -type f ! -name README.md | LC_ALL=C sort)" ] ||
        { echo "data/README.md has not every file"; false; }
}

# bats test_tags=quick
@test "the command of each net is the one in data/README.md" {
    for net in data/*.net; do
        made=$(sed -n '/^crc32c /q; s/^made \(.*\);.*/\1/p' "$net")
        grep -qF "\`$made -o ${net#data/}\`" data/README.md || { echo "$net: $made"; false; }
    done
}
