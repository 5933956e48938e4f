#!/usr/bin/env bash
# Type-checks the package for macOS and iOS on Linux; README.md says what that sees and what it can't.
#
#   Tests/Darwin/check.sh [--tests] [macos-arm64|macos-x86_64|ios-arm64|ios-simulator-x86_64]… [TARGET…]
#
# Without a platform: macos-arm64 and ios-arm64. Without a target: all of that platform; test targets
# with --tests only. `--c` checks the C files alone.
# BUILD=FOLDER: what is made and kept (.build/darwin of the package).
# DARWIN_CHECK=skip-offline: where the package index is out of reach, say so and succeed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
package=$(cd "$here/../.." && pwd)
build=${BUILD:-$package/.build/darwin}
zig=ziglang==0.17.1
sdk=$build/sdk
swift=$(dirname "$(readlink -f "$(command -v swiftc)")")/..
linux=$swift/lib/swift/linux
machine=$(uname -m)

platforms=() targets=() options=() swift_too=yes
for argument in "$@"; do
  case $argument in
    macos-arm64 | macos-x86_64 | ios-arm64 | ios-simulator-x86_64) platforms+=("$argument") ;;
    --c) swift_too= ;;
    --*) options+=("$argument") ;;
    *) targets+=("$argument") ;;
  esac
done
[ ${#platforms[@]} -gt 0 ] || platforms=(macos-arm64 ios-arm64)

triple_of() {
  case $1 in
    macos-arm64) echo arm64-apple-macosx15.0 ;;
    macos-x86_64) echo x86_64-apple-macosx15.0 ;;
    ios-arm64) echo arm64-apple-ios18.0 ;;
    ios-simulator-x86_64) echo x86_64-apple-ios18.0-simulator ;;
  esac
}

# Apple's headers and libSystem's stub: from one wheel of 101 MB, which is not kept.
fetch() {
  [ ! -e "$sdk/$zig" ] || [ ! -e "$build/libSystem.tbd" ] || return 0
  rm -rf "$sdk" "$build/wheel"
  mkdir -p "$build"
  if ! python3 -m pip download --quiet --no-deps --dest "$build/wheel" "$zig" 2>"$build/pip.log"; then
    echo "the Darwin check needs $zig from the package index, which is out of reach:" >&2
    tail -2 "$build/pip.log" >&2
    if [ "${DARWIN_CHECK:-}" = skip-offline ]; then
      echo "skipped, as DARWIN_CHECK=skip-offline allows: nothing was checked for macOS or iOS" >&2
      exit 0
    fi
    exit 1
  fi
  python3 "$here/unpack.py" "$build/wheel" "$sdk" "$build"
  rm -rf "$build/wheel"
  # The SDK has both libraries; Debian's headers stand in for Apple's.
  cp -r /usr/include/*/curl "$sdk/usr/include/" 2>/dev/null || cp -r /usr/include/curl "$sdk/usr/include/"
  cp /usr/include/sqlite3.h "$sdk/usr/include/"
  touch "$sdk/$zig"
}

# The toolchain's own textual interfaces, compiled for an Apple triple. Changed in them: the triple,
# `import Glibc`, and what only exists in the library of the system that they were written for.
interface() { # MODULE [flags]
  local module=$1; shift
  local changes=(-e "1,6s/-target $machine-unknown-linux-gnu/-target $triple/" -e '1,6s/ -O / -Onone /'
    -e '1,6s/ -library-level api//' -e '1,6s/ -target-min-inlining-version min//'
    -e 's/^ *@backDeployed([^)]*) *//' -e 's/^\(@_exported \|public \)\{0,1\}import Glibc$/\1import Darwin/'
    -e 's/_swift_stdlib_gettid()/UInt32(0)/')
  # Float80 of an x86_64 toolchain; Apple's arm64 has none, and the package must not use it.
  case $triple in arm64*) changes+=(-e 's/self = _stdlib_\(remainderl\|squareRootl\)(.*)$/Swift.fatalError()/') ;; esac
  sed "${changes[@]}" "$linux/$module.swiftmodule/$machine-unknown-linux-gnu.swiftinterface" \
    >"$modules/interfaces/$module.swiftinterface"
  swift-frontend -compile-module-from-interface "${flags[@]}" -module-name "$module" "$@" \
    -o "$modules/$module.swiftmodule" "$modules/interfaces/$module.swiftinterface"
}

stub() { # MODULE [flags]
  local module=$1; shift
  swift-frontend -emit-module "${flags[@]}" -parse-as-library -swift-version 5 "$@" -module-name "$module" \
    -o "$modules/$module.swiftmodule" "$here/stubs/$module.swift"
}

make_modules() {
  local toolchain stubs
  toolchain=toolchain-$({ swiftc --version 2>/dev/null; echo "$zig"; cat "$here/check.sh" "$here/include"/*; } | sha256sum | cut -c-16)
  if [ ! -e "$modules/$toolchain" ]; then
    rm -rf "$modules" "$build/cache-$platform"; mkdir -p "$modules/interfaces"
    interface Swift -parse-stdlib
    interface SwiftOnoneSupport
    interface _Builtin_float
    interface _Concurrency -parse-stdlib
    interface _StringProcessing
    stub Darwin -import-underlying-module
    interface Synchronization
    interface _TestDiscovery
    interface Testing -plugin-path "$swift/lib/swift/host/plugins"
    touch "$modules/$toolchain"
  fi
  stubs=stubs-$(cat "$here"/stubs/*.swift | sha256sum | cut -c-16)
  if [ ! -e "$modules/$stubs" ]; then
    stub Darwin -import-underlying-module
    stub Dispatch
    stub Foundation
    stub CryptoKit
    touch "$modules/$stubs"
  fi
}

fetch
cp "$here"/include/* "$sdk/usr/include/"
failed=0
python3 "$here/c_files.py" "$package" "$build" || failed=1
[ -n "$swift_too" ] || exit $failed
for platform in "${platforms[@]}"; do
  triple=$(triple_of "$platform")
  modules=$build/$platform-modules
  flags=(-target "$triple" -disable-objc-interop -sdk "$sdk" -module-cache-path "$build/cache-$platform"
    -I "$modules" -I "$sdk/usr/include")
  make_modules
  python3 "$here/canaries.py" "$build" "$platform" "$triple" || exit 1
  python3 "$here/swift_targets.py" "$package" "$build" "$platform" "$triple" "$swift" \
    "${options[@]+"${options[@]}"}" "${targets[@]+"${targets[@]}"}" || failed=1
done
exit $failed
