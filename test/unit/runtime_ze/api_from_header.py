#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a C table of calls from what the Level Zero header says about each function of the core API.

For every function: one call with good arguments, and for every condition that the header lists under an error code
(`nullptr == desc`, `0x7 < desc->flags`, `(nullptr == phWaitEvents) && (0 < numWaitEvents)`) one call where just that
condition holds and the listed code must come back. What the driver does not do must answer UNSUPPORTED_FEATURE.
usage: api_from_header.py HEADER OUT.inc"""
import re
import sys

# Not supported, as docs/ze_xesim.md says. Everything else of the header is.
UNSUPPORTED = {
    "zeEventPoolGetIpcHandle", "zeEventPoolOpenIpcHandle", "zeEventPoolCloseIpcHandle", "zeMemGetIpcHandle",
    "zeMemOpenIpcHandle", "zeMemCloseIpcHandle", "zeVirtualMemReserve", "zeVirtualMemFree",
    "zeVirtualMemQueryPageSize", "zePhysicalMemCreate", "zePhysicalMemDestroy", "zeVirtualMemMap",
    "zeVirtualMemUnmap", "zeVirtualMemSetAccessAttribute", "zeVirtualMemGetAccessAttribute",
    "zeDeviceReserveCacheExt", "zeDeviceSetCacheAdviceExt", "zeModuleInspectLinkageExt", "zeFabricVertexGetExp",
    "zeFabricVertexGetSubVerticesExp", "zeFabricVertexGetPropertiesExp", "zeFabricVertexGetDeviceExp",
    "zeDeviceGetFabricVertexExp", "zeFabricEdgeGetExp", "zeFabricEdgeGetVerticesExp", "zeFabricEdgeGetPropertiesExp",
}
# Good arguments with another answer than SUCCESS: nothing has been signaled; texts have no address.
ANSWERS = {
    "zeEventQueryKernelTimestamp": "NOT_READY", "zeEventQueryTimestampsExp": "SUCCESS",
    "zeFenceHostSynchronize": "NOT_READY", "zeFenceQueryStatus": "NOT_READY",
    "zeModuleGetFunctionPointer": "ERROR_UNSUPPORTED_FEATURE",
}
NO_GOOD_CALL = re.compile(r"Destroy$|^zeMemFree")  # test_ze_api.c tears down with them, and asserts
SCALARS = {
    "size": "64", "alignment": "64", "numRanges": "1", "numEvents": "1", "numDevices": "1", "numModules": "1",
    "numKernels": "1", "numCommandLists": "1", "pattern_size": "4", "argIndex": "3", "argSize": "4",
}
POINTERS = {  # by name
    "name": '"zeDriverGetLastErrorDescription"', "pGlobalName": '"counter"', "pFunctionName": '"vadd"',
    "dstptr": "(void *)g.mem", "srcptr": "g.mem + 512", "ptr": "g.mem", "pattern": "g.mem + 512", "pArgValue": "&g.number",
    "pRangeSizes": "&g.size", "pRanges": "g.ranges", "phEvents": "&g.event", "phKernels": "&g.kernel",
    "phModules": "&g.module", "phCommandLists": "&g.closed", "phWaitEvents": "NULL", "pOffsets": "NULL",
    "pCountBuffer": "(const uint32_t *)(void *)g.mem", "pLaunchArgumentsBuffer": "&g.groups", "pDstRegion": "NULL",
    "pSrcRegion": "NULL", "pStart": "NULL", "pExtensionProperties": "NULL", "pBuildLog": "NULL", "pNames": "NULL",
    "pModuleNativeBinary": "NULL", "pName": "NULL", "pString": "(char **)&g.pointer", "pCommandQueueGroupProperties": "NULL",
    "pMemProperties": "NULL", "pCacheProperties": "NULL", "phSubdevices": "NULL", "phDrivers": "NULL",
    "pTimestamps": "NULL", "phLinkLog": "NULL", "phBuildLog": "NULL", "phLog": "NULL", "pfnFunction": "&g.pointer",
}
HANDLES = {
    "hDriver": "g.driver", "hDevice": "g.device", "hPeerDevice": "g.device", "hContext": "g.context",
    "hContextSrc": "g.context", "hCommandQueue": "g.queue", "hCommandList": "g.list", "hImage": "g.image",
    "hSrcImage": "g.image", "hDstImage": "g.image2", "hEventPool": "g.pool", "hEvent": "g.event", "hFence": "g.fence",
    "hModule": "g.module", "hModuleBuildLog": "g.log", "hKernel": "g.kernel", "hSampler": "g.sampler",
}


def functions(text):
    """(name, [(type, parameter)], [(code, condition)]) in the header's order."""
    pattern = r"((?:^///.*\n)+)ZE_APIEXPORT ze_result_t ZE_APICALL\s*\n(ze\w+)\(((?:.|\n)*?)\s*\);"
    for match in re.finditer(pattern, text, re.M):
        doc, name, args = match.groups()
        args = re.sub(r"///<.*", "", args)
        parameters = [tuple(a.strip().rsplit(" ", 1)) for a in re.sub(r"\s+", " ", args).split(",")]
        code, conditions = None, []
        for line in doc.split("\n"):
            result = re.match(r"///\s+- ::ZE_RESULT_(\w+)", line)
            condition = re.match(r"///\s+\+ `(.*)`$", line)
            if result:
                code = result.group(1)
            elif condition:
                conditions.append((code, condition.group(1)))
        yield name, parameters, conditions


def good(kind, name, function):
    """A C expression for the parameter."""
    if name == "hFence" and function.startswith("zeCommandQueue") or name == "hSignalEvent":
        return "NULL"
    if name == "timeout" and function.startswith("zeCommandQueue"):
        return "UINT64_MAX"
    if name in HANDLES:
        return HANDLES[name]
    if name == "phDevices":
        return "&g.device" if "numDevices" in function else "NULL"
    if name == "phDevice":
        return "&g.out_device"
    if name in POINTERS:
        return POINTERS[name]
    if kind == "ze_ipc_event_pool_handle_t" or kind == "ze_ipc_mem_handle_t":
        return "(%s){0}" % kind
    if not kind.endswith("*"):
        return SCALARS.get(name, "1" if re.match(r"group|global", name) else "0")
    base = kind.replace("const ", "").rstrip("*").strip()
    if base.endswith("_handle_t"):
        return "(%s *)&g.out" % base
    if base in ("void", "char", "uint8_t", "uint32_t", "uint64_t", "size_t", "ze_bool_t"):
        return "(%s)&g.scratch" % kind
    if base.endswith("desc_t") or base in ("ze_group_count_t", "ze_copy_region_t"):
        return "&g.%s" % base
    return "(%s)g.room" % kind  # something that is filled in


def call(name, parameters, override):
    all_names = name + " " + " ".join(p for _, p in parameters)
    values = []
    for kind, parameter in parameters:
        values.append(override.get(parameter, good(kind, parameter, all_names)))
    return "%s(%s)" % (name, ", ".join(values))


def with_condition(name, parameters, condition):
    """(statements before, call) where the condition holds."""
    kinds = {p: k for k, p in parameters}
    null = re.fullmatch(r"nullptr == (\w+)", condition)
    null_field = re.fullmatch(r"nullptr == (\w+)->(\w+)", condition)
    above = re.fullmatch(r"([\w:]+) < (\w+)(?:->(\w+))?", condition)
    zero = re.fullmatch(r"0 == (\w+)(?:->(\w+))?", condition)
    both = re.fullmatch(r"\(nullptr == (\w+)\) && \(0 < (\w+)\)", condition)
    if null:
        return "", call(name, parameters, {null.group(1): "NULL"})
    if both:
        return "", call(name, parameters, {both.group(1): "NULL", both.group(2): "1"})
    if condition.startswith("0 != (alignment"):
        return "", call(name, parameters, {"alignment": "48"})
    parameter, field, value = None, None, None
    if null_field:
        parameter, field, value = null_field.group(1), null_field.group(2), "NULL"
    elif zero:
        parameter, field, value = zero.group(1), zero.group(2), "0"
    elif above:
        parameter, field = above.group(2), above.group(3)
        value = "%s + 1" % above.group(1).split("::")[-1]
    else:
        sys.exit("%s: condition `%s` is not understood" % (name, condition))
    if not field:
        return "", call(name, parameters, {parameter: value})
    base = kinds[parameter].replace("const ", "").rstrip("*").strip()
    before = "%s d = g.%s; d.%s = %s; " % (base, base, field, value)
    return before, call(name, parameters, {parameter: "&d"})


def main(header, out):
    with open(header, encoding="utf-8") as f:
        text = f.read()
    rows, n = [], 0
    for name, parameters, conditions in functions(text):
        n += 1
        if name in UNSUPPORTED:
            rows.append('CALL("%s", ERROR_UNSUPPORTED_FEATURE, , %s)' % (name, call(name, parameters, {})))
            continue
        for code, condition in conditions:
            before, made = with_condition(name, parameters, condition)
            rows.append('CALL("%s: %s", %s, %s, %s)' % (name, condition, code, before, made))
        if not NO_GOOD_CALL.search(name):
            rows.append('CALL("%s", %s, , %s)' % (name, ANSWERS.get(name, "SUCCESS"), call(name, parameters, {})))
            if any(p == "phKernel" or "(%s *)&g.out" % k.rstrip("*") == good(k, p, name) for k, p in parameters):
                rows.append("DROP(%s)" % name)
    if n < 100 or len(rows) < 400:
        sys.exit("%s: only %d functions were understood" % (header, n))
    with open(out, "w", encoding="utf-8") as f:
        f.write("// Made from %s: %d functions.\n" % (header, n) + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
