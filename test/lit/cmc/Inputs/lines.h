// A user's header: its instructions keep its lines.
#pragma once
inline _GENX_ vector<float, 16> inverse(vector<float, 16> x) {
    return cm_inv(x); // op: math.inv
}
